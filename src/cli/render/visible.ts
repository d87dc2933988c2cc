/** How is text of a model shown in a terminal, which obeys some of its characters? */

/** Everything that moves the cursor, changes colours, or turns the direction of writing; and halves of pairs. */
const OBEYED = /[^\P{Cc}\n\t]|\p{Bidi_Control}|\p{Cs}/gu;

/** Control and direction characters as `\u001b`; blanks, tabs and new lines as they are. */
export function visible(text: string): string {
  return text.replaceAll(
    OBEYED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

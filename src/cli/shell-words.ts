/** How is a command line written so that a shell reads the same words again? */

export function shellLine(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}

function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** `redis://user:secret@host` → `redis://***@host`: what is printed may be pasted anywhere. */
export function withoutPassword(word: string): string {
  return word.replace(/(\brediss?:\/\/)[^\s]*@/i, '$1***@');
}

/** How do descriptions say which form a value has? */

export const MOMENT_FORM = 'in the form %Y-%m-%d %H:%M:%S, seconds 00 unless they are said';
export const DATE_FORM = 'in the form %Y-%m-%d';
export const TOKEN = 'Access token of the signed-in person, as the sign-in returned it.';
export const DEVICES_FORM =
  'List of devices, one {"name": ..., "description": ...} each: the name is the device without its room, in lower case, and the description is the name of its room only, in lower case, as in {"name": "ceiling fan", "description": "guest room"}.';

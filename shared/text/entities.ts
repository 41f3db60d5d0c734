/** Named entities that texts use for marks; quotes and blanks as their plain form. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['shy', '\u00ad'],
  ['zwnj', '\u200c'],
  ['zwj', '\u200d'],
  ['ndash', '–'],
  ['mdash', '—'],
  ['hellip', '…'],
  ['rsquo', "'"],
  ['lsquo', "'"],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['copy', '©'],
  ['bull', '•'],
]);
const LAST_CODE_POINT = 0x10ffff;

/** What an HTML entity is written with: a decimal number, a hexadecimal one, or a name. */
export interface Entity {
  readonly decimal?: string | undefined;
  readonly hex?: string | undefined;
  readonly name?: string | undefined;
}

/** The character of an HTML entity; names in whatever case. "" when it names no character. */
export function entityCharacter({ decimal, hex = '', name }: Entity): string {
  if (name !== undefined) return NAMED.get(name.toLowerCase()) ?? '';
  return numberedCharacter(
    decimal === undefined ? Number.parseInt(hex, 16) : Number.parseInt(decimal, 10),
  );
}

/** The character with a number; "" for 0, NaN and what lies beyond Unicode. */
export function numberedCharacter(code: number): string {
  return code > 0 && code <= LAST_CODE_POINT ? String.fromCodePoint(code) : '';
}

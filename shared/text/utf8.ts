/** Bytes of the UTF-8 character that a lead byte opens; 1 for what opens none. */
export function utf8Length(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}

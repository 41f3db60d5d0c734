/** Small letters, with spaces for what enumerations write between words ("in_progress"). */
export function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();
}

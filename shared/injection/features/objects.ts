/** Things that a request may be about; their letters may be capital. */
const URL =
  /(?:https?:\/\/|www\.)[^\s"'<>)\]]|[a-z0-9]-{0,8}\.(?:com|org|net|io|xyz|co|info|biz|ru|site|app|dev)\b/i;
const EMAIL = /[\w.+-]@[\w-]+\.[\w.-]/;
const MONEY = /[$€£]\s?\d|\b\d[\d,.]{0,30}\s?(?:usd|eur|gbp|dollars|euros|bitcoins?|btc|eth)\b/i;
const ID = /\b(?=[\w-]{0,80}\d)[A-Za-z]{0,80}\d[\w-]{4,}\b|\b\d{3,}-\d{2,}[\d-]*\b/;
const PATH =
  /(?:^|\s)(?:[~.]{0,2}\/[\w.-]+(?:\/[\w.-]+)+|[A-Z]:\\[\w\\.-]+|[\w-]+\.(?:txt|pdf|csv|json|docx?|xlsx?|py|js|ts|sh|exe|zip|md|log))\b/;
const QUOTED =
  /"[^"\n]{2,160}"|“[^”\n]{2,160}”|(?<![A-Za-z])'[^'\n]{3,160}'(?![A-Za-z])|`[^`\n]{1,80}`/;

/** Which objects a unit names. */
export interface Objects {
  readonly url: boolean;
  readonly email: boolean;
  readonly money: boolean;
  readonly id: boolean;
  readonly path: boolean;
  readonly quoted: boolean;
}

/** The objects in the text of a unit. All false for "". */
export function objectsIn(text: string): Objects {
  const hasDigit = /\d/.test(text);
  const hasDot = text.includes('.');
  return {
    url: hasDot ? URL.test(text) : text.includes('://') && URL.test(text),
    email: text.includes('@') && EMAIL.test(text),
    money: hasDigit && MONEY.test(text),
    id: hasDigit && ID.test(text),
    path: (hasDot || text.includes('/') || text.includes('\\')) && PATH.test(text),
    quoted: QUOTED.test(text),
  };
}

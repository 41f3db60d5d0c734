const CODES =
  'USD EUR GBP JPY CNY CHF CAD AUD NZD INR KRW SEK NOK DKK PLN CZK HUF BRL MXN ZAR TRY SGD HKD RUB ILS BTC ETH'.split(
    ' ',
  );
const SYMBOLS: Readonly<Record<string, string>> = {
  $: 'USD',
  us$: 'USD',
  a$: 'AUD',
  c$: 'CAD',
  nz$: 'NZD',
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₩': 'KRW',
  '₽': 'RUB',
  '₺': 'TRY',
  '₪': 'ILS',
  // One sign for two currencies.
  '¥': 'CNY|JPY',
  yen: 'JPY',
  yuan: 'CNY',
  rmb: 'CNY',
  euro: 'EUR',
  euros: 'EUR',
  dollar: 'USD',
  dollars: 'USD',
};

/** Signs and codes, for patterns; longest first. */
export const CURRENCY_SOURCE = [
  'US\\$',
  'A\\$',
  'C\\$',
  'NZ\\$',
  '[$€£¥₹₩₽₺₪]',
  ...CODES,
  'euros?',
  'dollars?',
  'yen',
  'yuan',
  'rmb',
].join('|');

/** The currency code of a sign or code; two codes joined by "|" when the sign may be either. Null for others. */
export function currencyOf(sign: string): string | null {
  const upper = sign.toUpperCase();
  return CODES.includes(upper) ? upper : (SYMBOLS[sign.toLowerCase()] ?? null);
}

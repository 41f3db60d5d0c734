import type { Phrase } from '../phrase.ts';
import { ARABIC } from './arabic.ts';
import { COVERT_REQUESTS } from './covert-requests.ts';
import { EAST_ASIAN } from './east-asian.ts';
import { ENGLISH_EXFILTRATION } from './english-exfiltration.ts';
import { ENGLISH_EXTRACTION } from './english-extraction.ts';
import { ENGLISH_OVERRIDES } from './english-overrides.ts';
import { ENGLISH_PERSISTENCE } from './english-persistence.ts';
import { ENGLISH_ROLES } from './english-roles.ts';
import { ENGLISH_SECRECY } from './english-secrecy.ts';
import { ENGLISH_TOOLS } from './english-tools.ts';
import { ENGLISH_UNRESTRAINED } from './english-unrestrained.ts';
import { FRENCH } from './french.ts';
import { FURTHER_LANGUAGES } from './further-languages.ts';
import { GERMAN } from './german.ts';
import { HINDI } from './hindi.ts';
import { ITALIAN } from './italian.ts';
import { KOREAN } from './korean.ts';
import { PORTUGUESE } from './portuguese.ts';
import { RUSSIAN } from './russian.ts';
import { SPANISH } from './spanish.ts';
import { STANDING_ORDERS } from './standing-orders.ts';
import { TURKISH } from './turkish.ts';

/** Every phrase, in all languages: the one list that the whole of Casement screens by. */
export const PHRASES: readonly Phrase[] = [
  ...ENGLISH_OVERRIDES,
  ...ENGLISH_UNRESTRAINED,
  ...ENGLISH_ROLES,
  ...ENGLISH_EXTRACTION,
  ...ENGLISH_EXFILTRATION,
  ...ENGLISH_TOOLS,
  ...ENGLISH_SECRECY,
  ...ENGLISH_PERSISTENCE,
  ...GERMAN,
  ...SPANISH,
  ...PORTUGUESE,
  ...FRENCH,
  ...ITALIAN,
  ...RUSSIAN,
  ...EAST_ASIAN,
  ...ARABIC,
  ...KOREAN,
  ...HINDI,
  ...TURKISH,
  ...FURTHER_LANGUAGES,
  ...STANDING_ORDERS,
  ...COVERT_REQUESTS,
];

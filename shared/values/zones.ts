/** Names of zones that mean one offset wherever they are used, in minutes east of UTC. */
const NAMED: ReadonlyMap<string, number> = new Map([
  ['z', 0],
  ['utc', 0],
  ['gmt', 0],
  ['est', -300],
  ['edt', -240],
  ['mdt', -360],
  ['pst', -480],
  ['pdt', -420],
  ['cet', 60],
  ['cest', 120],
  ['eet', 120],
  ['eest', 180],
  ['jst', 540],
]);

/** A zone behind a time, for patterns. */
export const ZONE_SOURCE = `(?:UTC|GMT)?[+-]\\d{2}:?\\d{2}|(?:UTC|GMT)[+-]\\d{1,2}|${[...NAMED.keys()].join('|')}`;

/** Minutes east of UTC of "Z", "UTC", "+02:00", "UTC+2", "CET"; null for no zone. */
export function zoneMinutes(zone: string | undefined): number | null {
  if (zone === undefined || zone === '') return null;
  const named = NAMED.get(zone.toLowerCase());
  if (named !== undefined) return named;
  const match = /([+-])(\d{1,2}):?(\d{2})?$/.exec(zone);
  if (match === null) return null;
  const [, sign, hours, minutes = '0'] = match;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

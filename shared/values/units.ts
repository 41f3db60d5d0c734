/** A unit: what it measures, how much of the base unit it is, and what is added first (temperatures). */
interface Unit {
  readonly dimension: string;
  readonly factor: number;
  readonly offset: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const KIBI = 1024;

/** Names by dimension, each as `name|name factor`, in base units: s, bytes, bits, m, g, l, m², m/s, Hz, W, V. */
const TABLE: Readonly<Record<string, string>> = {
  time: `ns|nanosecond|nanoseconds 1e-9; us|µs|μs|microsecond|microseconds 1e-6; ms|msec|millisecond|milliseconds 1e-3; s|sec|secs|second|seconds|sekunden|segundos|secondes 1; min|mins|minute|minutes|minuten|minutos ${MINUTE}; h|hr|hrs|hour|hours|stunden|stunde|horas|heures ${HOUR}; d|day|days|tage|tagen|días|dias|jours ${DAY}; week|weeks|wochen|semanas|semaines ${7 * DAY}`,
  months:
    'month|months|monate|meses|mois 1; quarter|quarters 3; year|years|yr|yrs|jahre|años|anos|ans 12',
  bytes: `b|byte|bytes 1; kb 1e3; mb 1e6; gb 1e9; tb 1e12; pb 1e15; kib ${KIBI}; mib ${KIBI ** 2}; gib ${KIBI ** 3}; tib ${KIBI ** 4}; pib ${KIBI ** 5}`,
  bits: 'bit|bits 1; kbit|kbits 1e3; mbit|mbits 1e6; gbit|gbits 1e9',
  bitrate: 'bps|bit/s 1; kbps|kbit/s 1e3; mbps|mbit/s 1e6; gbps|gbit/s 1e9',
  byterate: 'b/s 1; kb/s 1e3; mb/s 1e6; gb/s 1e9',
  length:
    'nm 1e-9; um|µm|μm 1e-6; mm|millimetre|millimetres|millimeter|millimeters 1e-3; cm|centimetre|centimetres|centimeter|centimeters 1e-2; m|metre|metres|meter|meters 1; km|kilometre|kilometres|kilometer|kilometers 1e3; mi|mile|miles 1609.344; ft|foot|feet 0.3048; in|inch|inches 0.0254; yd|yard|yards 0.9144',
  mass: 'mg 1e-3; g|gram|grams 1; kg|kgs|kilogram|kilograms|kilo|kilos 1e3; t|tonne|tonnes 1e6; lb|lbs|pound|pounds 453.59237; oz|ounce|ounces 28.349523125',
  volume:
    'ml|millilitre|millilitres|milliliter|milliliters 1e-3; cl 1e-2; dl 0.1; l|litre|litres|liter|liters 1; gal|gallon|gallons 3.785411784; m3|m³ 1e3',
  area: 'm2|m²|sqm 1; km2|km² 1e6; ha|hectare|hectares 1e4; acre|acres 4046.8564224; sqft|ft2|ft² 0.09290304',
  speed: 'm/s 1; km/h|kmh|kph 0.2777777777777778; mph 0.44704; kn|knot|knots 0.5144444444444445',
  frequency: 'hz 1; khz 1e3; mhz 1e6; ghz 1e9; rpm 0.016666666666666666',
  power: 'w|watt|watts 1; kw|kilowatt|kilowatts 1e3; mw|megawatt|megawatts 1e6; gw 1e9',
  energy: 'wh 1; kwh 1e3; mwh 1e6; gwh 1e9',
  voltage: 'mv 1e-3; v|volt|volts 1; kv 1e3',
  percent: '%|percent|per cent|prozent|pct 1',
  temperature: '°c|celsius|degc 1; k|kelvin 1',
};

const UNITS: ReadonlyMap<string, Unit> = new Map<string, Unit>([
  ...Object.entries(TABLE).flatMap(([dimension, list]) =>
    list.split(';').flatMap((entry) => {
      const [names = '', factor = '1'] = entry.trim().split(/\s(?=[\d.e-]+$)/);
      return names
        .split('|')
        .map((name) => [name, { dimension, factor: Number(factor), offset: 0 }] as const);
    }),
  ),
  ['k', { dimension: 'temperature', factor: 1, offset: -273.15 }] as const,
  ['kelvin', { dimension: 'temperature', factor: 1, offset: -273.15 }] as const,
  ['°f', { dimension: 'temperature', factor: 5 / 9, offset: -32 }] as const,
  ['fahrenheit', { dimension: 'temperature', factor: 5 / 9, offset: -32 }] as const,
]);

/** Megabit and its like are told from megabyte by the small b; a bare capital B is no unit. */
const BY_CASE: ReadonlyMap<string, Unit> = new Map<string, Unit>(
  [['Kb', 1e3] as const, ['Mb', 1e6] as const, ['Gb', 1e9] as const, ['Tb', 1e12] as const].flatMap(
    ([name, factor]) => [
      [name, { dimension: 'bits', factor, offset: 0 }] as const,
      [`${name}/s`, { dimension: 'bitrate', factor, offset: 0 }] as const,
    ],
  ),
);
/** Letters that are no units by themselves: "5 M" is five million of something, "5G" a network. */
const NO_UNITS = new Set(['M', 'B', 'K', 'G', 'T', 'D', 'S', 'H']);
/** Between what is counted and per what, in a dimension. */
export const PER = '/';

/**
 * A unit by its name as written ("Mb" is bits, "MB" bytes); one that is not known is a dimension of its
 * own, with a plural s taken off. Null for what cannot be a unit.
 */
export function unitOf(name: string): Unit | null {
  if (NO_UNITS.has(name)) return null;
  const known = BY_CASE.get(name) ?? UNITS.get(name.toLowerCase());
  if (known !== undefined) return known;
  if (!/^\p{L}[\p{L}-]*$/u.test(name)) return null;
  const singular = name.toLowerCase().replace(/(?<=..)s$/, '');
  return { dimension: `unknown:${singular}`, factor: 1, offset: 0 };
}

/** Whether a dimension is one that the table knows. */
export function isKnownDimension(dimension: string): boolean {
  return !dimension.startsWith('unknown:');
}

/** The value in the base unit. */
export function inBaseUnit(value: number, { factor, offset }: Unit): number {
  return (value + offset) * factor;
}

/** Scale words after a number; letters only count behind money or a digit ("5k", "$3m"). */
const SCALES: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['thousand', 1e3],
  ['m', 1e6],
  ['mn', 1e6],
  ['mio', 1e6],
  ['mln', 1e6],
  ['million', 1e6],
  ['millions', 1e6],
  ['millionen', 1e6],
  ['millones', 1e6],
  ['mrd', 1e9],
  ['mld', 1e9],
  ['milliarden', 1e9],
  ['bn', 1e9],
  ['b', 1e9],
  ['billion', 1e9],
  ['billions', 1e9],
  ['trillion', 1e12],
]);

/** The factor of a scale word or letter ("million", "k"), or null. */
export function scaleOf(word: string): number | null {
  return SCALES.get(word.toLowerCase().replace(/\.$/, '')) ?? null;
}

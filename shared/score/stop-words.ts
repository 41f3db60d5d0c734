/**
 * English words that say nothing about a topic: function words, auxiliaries, question words, and the
 * scaffolding of questions ("what kind of", "how often"). Measured on dialogue and FAQ retrieval.
 */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the this that these those it its i me my ours you your he him his she her hers we us our ' +
    'they them their theirs himself herself themselves itself yourself ' +
    'of in on at to for with by from as about into over under out up down off again during before ' +
    'after between through against while because than then there here ' +
    'and or not but so if no nor only own same just also too very ' +
    'is are was were be been being am do does did doing have has had having would could should can ' +
    'will shall may might must s t re ve ll d m ' +
    'what which who whom when where why how ' +
    'some any all both each more most other such get got getting go going gone ' +
    'kind type sort many much long often likely considered describe current time times'
  ).split(' '),
);

/**
 * Whether `word` carries no topic. Expects one lower-case word as `words` gives it; false for "" and
 * for words of scripts other than Latin.
 */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

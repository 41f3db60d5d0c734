import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { porterStem } from '../../../shared/score/porter.ts';

describe('porterStem()', () => {
  const endings =
    's es sses ies ss eed ed ing at bl iz y ational tional enci anci izer bli alli entli eli ousli ization ation ator alism iveness fulness ousness aliti iviti biliti logi icate ative alize iciti ical ful ness al ance ence er ic able ible ant ement ment ent ion sion tion ou ism ate iti ous ive ize e ll ated bled ized hopping falling hissing fizzed'.split(
      ' ',
    );
  const stems =
    'a y s be tr by ay cr rel oper condi hop fil toy sky happ gener electr form dec contr yell syzyg o ae sch ties agre conflat pl fl troubl siz tann fizz';
  const english =
    'caresses ponies ties cats feed agreed plastered motoring sing conflated troubled sized hopping tanned falling filing happy relational conditional valency hesitancy digitizer conformably radically vileness analogously vietnamization predication operator feudalism decisiveness hopefulness callousness formality sensitivity sensibility triplicate formative formalize electricity electrical hopeful goodness revival allowance inference airliner gyroscopic adjustable defensible irritant replacement adjustment dependent adoption homologou communism activate angularity homologous effective bowdlerize probate rate cease controll roll refund refunds invoices invoicing yes yelled skies dying';
  const sample = [
    ...new Set([
      ...english.split(' '),
      ...stems.split(' ').flatMap((start) => endings.map((end) => start + end)),
    ]),
  ].filter((word) => /^[a-z]+$/.test(word));

  it('agrees with the porter tokenizer of SQLite FTS5', () => {
    const db = new DatabaseSync(':memory:');
    db.exec("CREATE VIRTUAL TABLE t USING fts5(x, tokenize = 'porter unicode61')");
    db.exec("CREATE VIRTUAL TABLE v USING fts5vocab('t', 'instance')");
    const insert = db.prepare('INSERT INTO t(rowid, x) VALUES (?, ?)');
    sample.forEach((word, i) => {
      insert.run(i + 1, word);
    });
    const rows = db.prepare('SELECT term, doc FROM v').all();
    const expected = new Map(rows.map((row) => [Number(row.doc) - 1, String(row.term)]));
    const differing = sample.flatMap((word, i) =>
      porterStem(word) === expected.get(i)
        ? []
        : [`${word}: ${porterStem(word)} != ${expected.get(i)}`],
    );
    expect(sample.length).toBeGreaterThan(2000);
    expect(differing).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { renderGroups } from '../../../shared/messages/render.ts';
import {
  CONTINUED,
  dropLeadingNonUser,
  openWithUser,
} from '../../../shared/messages/window-start.ts';
import { assistant, calls, parsed, result, user } from '../../support/messages.ts';

const welcome = () => parsed([assistant('Welcome!'), user('Q1'), assistant('A1')], 'openai').groups;
const loop = () => parsed([calls(['a']), result('a', '1'), assistant('A1')], 'openai').groups;

describe('dropLeadingNonUser()', () => {
  it('F-04 opens with the first user turn', () => {
    const { kept, dropped } = dropLeadingNonUser(welcome());
    expect(renderGroups(kept, 'openai')).toEqual([user('Q1'), assistant('A1')]);
    expect(renderGroups(dropped, 'openai')).toEqual([assistant('Welcome!')]);
  });

  it('keeps nothing without a user turn, and gives [] for []', () => {
    expect(dropLeadingNonUser(loop()).kept).toEqual([]);
    expect(dropLeadingNonUser(loop()).dropped.length).toBe(2);
    expect(dropLeadingNonUser([])).toEqual({ kept: [], dropped: [] });
  });
});

describe('openWithUser()', () => {
  it('puts a short user turn before an agent loop', () => {
    expect(renderGroups(openWithUser(loop()), 'openai')[0]).toEqual(user(CONTINUED));
  });

  it('returns the same list when the user opens it or it is empty', () => {
    const groups = dropLeadingNonUser(welcome()).kept;
    expect(openWithUser(groups)).toBe(groups);
    expect(openWithUser([])).toEqual([]);
  });
});

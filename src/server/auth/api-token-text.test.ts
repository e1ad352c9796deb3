import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { tokenKinds } from '#kernel/token-scope.ts'
import { makeApiToken, readApiToken, tokenDigest, tokenHint } from '#server/auth/api-token-text.ts'

test.each(tokenKinds)(
  'a %s token says its kind and its company, and its digest is that of the whole text',
  kind => {
    for (const companyId of [
      newId(),
      '00000000-0000-0000-0000-000000000000',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
    ]) {
      const text = makeApiToken(kind, companyId)
      expect(readApiToken(text)).toEqual({ kind, companyId, digest: tokenDigest(text) })
      expect(text).toMatch(/^vb_(pat|svc)_[0-9A-Za-z]{60}$/)
      expect(text.endsWith(tokenHint(text))).toBe(true)
    }
  },
)

test('no two tokens are equal, of one company neither', () => {
  const companyId = newId()
  const made = Array.from({ length: 1000 }, () => makeApiToken('personal', companyId))
  expect(new Set(made).size).toBe(1000)
})

test('a text with any one character changed, left out or added is none', () => {
  const text = makeApiToken('personal', newId())
  for (let at = 0; at < text.length; at++) {
    const other = text[at] === 'a' ? 'b' : 'a'
    expect(readApiToken(text.slice(0, at) + other + text.slice(at + 1)), `changed at ${at}`).toBeNull()
    expect(readApiToken(text.slice(0, at) + text.slice(at + 1)), `left out at ${at}`).toBeNull()
    expect(readApiToken(`${text.slice(0, at)}a${text.slice(at)}`), `added at ${at}`).toBeNull()
  }
})

test('two characters that changed places are noticed', () => {
  const text = makeApiToken('service', newId())
  for (let at = 7; at + 1 < text.length; at++) {
    const [first = '', second = ''] = [text[at], text[at + 1]]
    if (first === second) continue
    expect(readApiToken(text.slice(0, at) + second + first + text.slice(at + 2))).toBeNull()
  }
})

test('the kind is part of the checksum, and a body greater than any token has is none', () => {
  const text = makeApiToken('personal', newId())
  expect(readApiToken(text.replace('pat', 'svc'))).toBeNull()
  for (const wrong of [
    '',
    'vb_',
    'vb_pat_',
    `vb_pat_${'z'.repeat(60)}`,
    `vb_pat_${'0'.repeat(60)}`,
    'sb_x',
    ' ',
  ])
    expect(readApiToken(wrong)).toBeNull()
})

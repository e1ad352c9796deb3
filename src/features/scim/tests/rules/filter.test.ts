// Filters of SCIM: every tree that can be written is read again as it was, and nothing else is anything but refused.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  comparisons,
  deepestFilter,
  type Filter,
  longestFilter,
  maxTerms,
  parseFilter,
} from '#features/scim/rules/filter.ts'
import { ScimError } from '#features/scim/rules/scim-error.ts'

/** A filter as text, with brackets around whatever has parts. */
function written(filter: Filter): string {
  switch (filter.kind) {
    case 'compare':
      return `${filter.attribute} ${filter.by} ${JSON.stringify(filter.value)}`
    case 'present':
      return `${filter.attribute} pr`
    case 'not':
      return `not (${written(filter.inner)})`
    default:
      return filter.all.map(each => `(${written(each)})`).join(` ${filter.kind} `)
  }
}

const attribute = fc.constantFrom('username', 'externalid', 'emails.value', 'name.givenname', 'active')
const leaf: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({ kind: fc.constant('present' as const), attribute }),
  fc.record({
    kind: fc.constant('compare' as const),
    attribute,
    by: fc.constantFrom(...comparisons),
    value: fc.oneof(fc.string({ maxLength: 20, unit: 'binary' }), fc.boolean(), fc.constant(null)),
  }),
)
const tree: fc.Arbitrary<Filter> = fc.letrec<{ filter: Filter }>(tie => ({
  filter: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    leaf,
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      all: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('not' as const), inner: tie('filter') }),
  ),
})).filter

const outcome = (text: string) => {
  try {
    return parseFilter(text)
  } catch (error) {
    if (error instanceof ScimError && error.scimType === 'invalidFilter') return 'refused'
    throw error
  }
}

describe('a filter', () => {
  test('that is written out is read again as the same', () => {
    fc.assert(
      fc.property(tree, filter => {
        const text = written(filter)
        const terms = text.match(/ pr\b| (eq|ne|co|sw|ew) /g)?.length ?? 0
        fc.pre(text.length <= longestFilter && terms <= maxTerms / 3)
        expect(parseFilter(text)).toEqual(filter)
      }),
    )
  })

  test('of any text is read, or refused as no filter', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), text => void outcome(text)))
    const words = fc.constantFrom(
      'userName',
      'eq',
      'pr',
      'and',
      'or',
      'not',
      '(',
      ')',
      '[',
      ']',
      '"a"',
      'true',
      '"',
    )
    fc.assert(fc.property(fc.array(words, { maxLength: 60 }), all => void outcome(all.join(' '))))
  })

  test('binds and closer than or', () => {
    expect(parseFilter('id pr or active eq true and userName pr')).toEqual({
      kind: 'or',
      all: [
        { kind: 'present', attribute: 'id' },
        {
          kind: 'and',
          all: [
            { kind: 'compare', attribute: 'active', by: 'eq', value: true },
            { kind: 'present', attribute: 'username' },
          ],
        },
      ],
    })
  })

  test('is refused beyond its bounds of depth, terms and length, and read within them', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}id pr${')'.repeat(depth)}`
    const joined = (terms: number) => Array(terms).fill('id pr').join(' and ')
    expect(outcome(nested(deepestFilter))).not.toBe('refused')
    expect(outcome(nested(deepestFilter + 1))).toBe('refused')
    expect(outcome(joined(maxTerms))).not.toBe('refused')
    expect(outcome(joined(maxTerms + 1))).toBe('refused')
    expect(outcome(`id eq "${'x'.repeat(longestFilter)}"`)).toBe('refused')
  })
})

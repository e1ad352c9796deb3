// Facts: made by their definitions alone, and named in SQL only if they are defined.
import type { Source } from './sources.ts'

const product = ({ path }: Source) =>
  path.startsWith('src/') && !path.endsWith('.test.ts') && !path.includes('/tests/')

function factsByHand(sources: Source[]): string[] {
  const literal = /\brecord\(\s*[^,{}]+,\s*(?:[^,{}]+|\{[^{}]*\}),\s*\{/
  return sources
    .filter(product)
    .filter(({ text }) => literal.test(text))
    .map(({ path }) => `${path}: a fact is made by its slice's facts.ts`)
}

/** Kinds named in a condition on `action`, the journal's column, that no slice defines. */
function unknownKinds(sources: Source[]): string[] {
  const kinds = new Set(
    sources
      .filter(({ path }) => /^src\/features\/[^/]+\/facts\.ts$/.test(path))
      .flatMap(({ text }) => [...text.matchAll(/^ {2}'([\w.]+)': \{/gm)].map(([, kind = '']) => kind)),
  )
  const condition = /\baction (?:=|<>|(?:not )?in) \(?((?:'[\w.]+'(?:,\s*)?)+)/g
  return sources.filter(product).flatMap(({ path, text }) =>
    [...text.matchAll(condition)]
      .flatMap(([, list = '']) => [...list.matchAll(/'([\w.]+)'/g)].map(([, kind = '']) => kind))
      .filter(kind => !kinds.has(kind))
      .map(kind => `${path}: no slice defines the fact ${kind}`),
  )
}

export const factRules = [
  {
    promise: 'a fact is made by its definition',
    check: factsByHand,
    bad: [
      { 'src/features/documents/commands.ts': "await record(tx, actor, { kind: 'document.lost' })" },
      { 'src/features/documents/commands.ts': "await record(tx.at(now), { userId }, {\n  kind: 'a.b' })" },
    ],
    good: {
      'src/features/documents/commands.ts': "await record(tx, { userId }, documentFact('a.b', id, {}))",
    },
  },
  {
    promise: 'SQL names only facts that a slice defines',
    check: unknownKinds,
    bad: [
      {
        'src/features/documents/views.ts':
          "const found = sql`select 1 from event where action = 'document.lost'`",
      },
      {
        'src/features/documents/facts.ts': "export const f = defineFacts({\n  'document.found': {\n  },\n})",
        'src/verify/a.ts': "const found = sql`e.action in ('document.found', 'document.lost')`",
      },
    ],
    good: {
      'src/features/documents/facts.ts': "export const f = defineFacts({\n  'document.found': {\n  },\n})",
      'src/verify/a.ts': "const found = sql`e.action in ('document.found')`",
    },
  },
]

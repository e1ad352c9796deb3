// Facts: made by their definitions alone, and named in SQL only if they are defined.
import type { Source } from './sources.ts'

const product = ({ path }: Source) =>
  path.startsWith('src/') && !path.endsWith('.test.ts') && !path.includes('/tests/')

export function factsByHand(sources: Source[]): string[] {
  const literal = /\brecord\(\s*[^,{}]+,\s*(?:[^,{}]+|\{[^{}]*\}),\s*\{/
  return sources
    .filter(product)
    .filter(({ text }) => literal.test(text))
    .map(({ path }) => `${path}: a fact is made by its slice's facts.ts`)
}

/** Kinds named in a condition on `action`, the journal's column, that no slice defines. */
export function unknownKinds(sources: Source[]): string[] {
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

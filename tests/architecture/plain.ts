// Plain code: literals and props are written where they stand, and a function's name says what it gives or does.
import type { Source } from './sources.ts'

/** A literal within a literal only packs several properties into a line: they stand there themselves. */
function packedLiterals(sources: Source[]): string[] {
  return sources.flatMap(({ path, packed }) =>
    packed.map(line => `${path}:${line}: what is spread here can stand there itself`),
  )
}

/** `xOf` leaves open whether x is read, found, parsed or counted; the verb or the noun says it. */
function namesEndingInOf(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => /^(src|scripts|bench)\/.*(?<!\.test)\.tsx?$/.test(path))
    .flatMap(({ path, functions }) =>
      functions
        .filter(({ name }) => /[a-z]Of$/.test(name))
        .map(({ name, line }) => `${path}:${line}: \`${name}\` says neither what it gives nor what it does`),
    )
}

/** Code that fails to load without the network takes its screen away, unless it goes through `late`, `latePage` or `OnDemand`. */
function codeWithoutWait(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => path.startsWith('src/') && !/\/(late|late-page)\.ts$/.test(path))
    .filter(({ text }) => /\b(lazy|lazyRouteComponent)\(/.test(text))
    .map(({ path }) => `${path}: \`late\` and \`latePage\` wait for the network`)
}

export const plainRules = [
  {
    promise: 'code that is loaded apart waits for the network',
    check: codeWithoutWait,
    bad: [
      { 'src/app/a.tsx': "const A = lazy(() => import('#app/b.tsx'))" },
      { 'src/app/a.tsx': "const a = lazyRouteComponent(() => import('#app/b.tsx'), 'B')" },
    ],
    good: { 'src/app/a.tsx': "const A = late(async () => (await import('#app/b.tsx')).B)" },
  },
  {
    promise: 'a literal is plain: nothing is spread that could stand there itself',
    check: packedLiterals,
    bad: [
      { 'src/kernel/a.ts': 'const a = { ...{ b, c } }' },
      { 'src/kernel/a.ts': 'const a = [...[b, c], d]' },
      { 'src/ui/a.tsx': 'const a = <A {...{ b, c }} d="e" />' },
    ],
    good: {
      'src/kernel/a.ts': 'const a = { ...b, ...(c ? { d } : {}), e: [...f] }',
      'src/ui/a.tsx': 'const a = <A {...b} {...(c ? { d } : {})} />',
    },
  },
  {
    promise: 'a name says what a function gives or does: none ends in `Of`',
    check: namesEndingInOf,
    bad: [
      { 'src/kernel/a.ts': 'export function dayOf() {}' },
      { 'src/kernel/a.ts': 'export const dayOf = (instant: Date) => instant' },
    ],
    good: {
      'src/kernel/a.ts': 'export function dayFromInstant() {}\ntype BodyOf<A> = A',
      'src/kernel/a.test.ts': 'const rowsOf = () => []',
    },
  },
]

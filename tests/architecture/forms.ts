// Forms of files: their names, their lengths, and what they may not contain.
import { slices } from './layers.ts'
import type { Source } from './sources.ts'

export function namesOutsideVocabulary(files: string[]): string[] {
  const inSlice =
    /^(rules|text|list|wire|scope|store|views|commands|api|facts|subscribers|readers)(\.ts|\/[a-z0-9-]+\.ts)$/
  const web =
    /^web\/([a-z0-9-]+-(page|form|table|card|panel|dialog|badge)\.tsx|([a-z0-9-]+-)?queries\.ts|text\.ts)$/
  const test = /^tests\/([a-z0-9-]+\/)?[a-z0-9-]+\.test\.ts$/
  return files.flatMap(file => {
    const [, slice = '', rest = ''] = /^src\/features\/([^/]+)\/(.+)$/.exec(file) ?? []
    if (!rest) return file.startsWith('src/features/') ? [`${file}: belongs to no slice`] : []
    if (!slices.includes(slice)) return [`${file}: there is no slice ${slice} in the slice order`]
    const isKnown = [inSlice, web, test].some(pattern => pattern.test(rest))
    return isKnown ? [] : [`${file}: a slice has no such file`]
  })
}

export function badNames(files: string[]): string[] {
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/
  const vague = /(^|-)(util|helper|service|manager|common|misc)s?($|[-.])/
  return files.flatMap(file =>
    file
      .split('/')
      .flatMap(part =>
        vague.test(part)
          ? [`${file}: "${part}" says nothing of what is in it`]
          : kebab.test(part)
            ? []
            : [`${file}: "${part}" is not kebab-case`],
      ),
  )
}

export function tooLong(sources: Source[]): string[] {
  return sources.flatMap(({ path, lines, functions }) => {
    const isTest = /\.(test|spec)\.ts$/.test(path)
    const limit = path.endsWith('.tsx') ? 260 : isTest ? 300 : 320
    const long = lines > limit ? [`${path}: ${lines} lines, more than ${limit}`] : []
    // The callbacks of a test file are its table of contents, not functions.
    if (isTest) return long
    for (const { name, line, lines: size, isComponent } of functions) {
      const most = isComponent ? 120 : 65
      if (size > most)
        long.push(`${path}:${line}: ${name || 'a function'} has ${size} lines, more than ${most}`)
    }
    return long
  })
}

export function barrels(sources: Source[]): string[] {
  return sources
    .filter(
      ({ path, reexports, statements }) =>
        /\/index\.tsx?$/.test(path) || (reexports > 0 && reexports === statements),
    )
    .map(({ path }) => `${path}: import from where a thing is defined`)
}

export function defaultExports(sources: Source[]): string[] {
  return sources
    .filter(({ path, hasDefaultExport }) => path.startsWith('src/') && hasDefaultExport)
    .map(({ path }) => `${path}: exports by name only`)
}

export function typeEscapes(sources: Source[]): string[] {
  return sources
    .filter(({ path, escapes }) => escapes.length > (justifiedEscapes[path] ?? 0))
    .flatMap(({ path, escapes }) =>
      escapes.map(({ what, line }) => `${path}:${line}: \`${what}\` silences the compiler`),
    )
}

/** Number that a file may have; the reason stands beside each. Branded types need no entry. */
const justifiedEscapes: Record<string, number> = {
  'src/kernel/endpoint.ts': 4,
  'src/kernel/money.ts': 1,
}

/** Capitals are the same id to PostgreSQL and another to `===`: one schema lower-cases, and all use it. */
export function bareIds(sources: Source[]): string[] {
  const bare = /\.\s*(guid|uuid|uuidv[0-9])\s*\(/
  return sources
    .filter(({ path }) => /^src\/.*(?<!\.test)\.tsx?$/.test(path) && path !== 'src/kernel/wire.ts')
    .filter(({ text }) => bare.test(text))
    .map(({ path }) => `${path}: ids are read by UuidWire`)
}

/** Amounts become integers and digits in `kernel/money.ts` alone; an IBAN's digits and a count of heads are no amounts. */
export function bareAmounts(sources: Source[]): string[] {
  const bare = /\bBigInt\(|[mM]inor\.toString\(/
  const others = ['src/kernel/money.ts', 'src/kernel/iban.ts', 'src/features/platform/rules/revenue.ts']
  return sources
    .filter(({ path }) => /^src\/.*(?<!\.test)\.tsx?$/.test(path) && !others.includes(path))
    .filter(({ text }) => bare.test(text))
    .map(({ path }) => `${path}: amounts are read by minorFromText and written by minorToText`)
}

export function writesOutsideStores(sources: Source[]): string[] {
  const write = /\b(insert\s+into|delete\s+from|update\s+[a-z_."]+(\s+(as\s+)?[a-z_]+)?\s+set)\b/i
  const mayWrite = /^src\/(server\/|privacy\/store\/|features\/[^/]+\/store(\.ts$|\/))|\.test\.ts$/
  return sources
    .filter(({ path }) => path.startsWith('src/') && !mayWrite.test(path))
    .flatMap(({ path, strings }) =>
      strings
        .filter(({ text }) => write.test(text))
        .map(({ line }) => `${path}:${line}: only a store writes`),
    )
}

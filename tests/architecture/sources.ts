// Facts of a source file that the architecture rules need, read with the bundler's own parser.
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ESTree, parseSync, Visitor } from 'vite'

export type Source = {
  /** From the repository's root, with slashes: `src/kernel/money.ts`. */
  path: string
  text: string
  lines: number
  /** Resolved: a path of this repository, or the package's name, or `node:…`. */
  imports: string[]
  /** Those of `imports` that exist at run time: without `import type`. */
  loads: string[]
  functions: { name: string; line: number; lines: number; isComponent: boolean }[]
  /** `any`, `as` and `!`, with their lines; not `as const`, nor a cast to a branded type of the same file. */
  escapes: { what: string; line: number }[]
  /** Lines on which a literal is spread into another, or into props. */
  packed: number[]
  /** The text between tags. */
  shown: { text: string; line: number }[]
  /** The text of string and template literals, where SQL lives. */
  strings: { text: string; line: number }[]
  hasDefaultExport: boolean
  /** Passes on what another file exports. */
  reexports: number
  statements: number
}

export const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Every TypeScript file that is ours. */
export function readSources(): Source[] {
  const folders = ['src', 'tests', 'scripts', 'bench']
  return filesUnder(folders)
    .filter(file => /\.tsx?$/.test(file))
    .map(file => sourceFrom(file, fs.readFileSync(path.join(repository, file), 'utf8')))
}

/** Paths of all files below these folders of the repository. */
export function filesUnder(folders: string[]): string[] {
  return folders.flatMap(folder => {
    const full = path.join(repository, folder)
    if (!fs.existsSync(full)) return []
    const entries = fs.readdirSync(full, { recursive: true, withFileTypes: true })
    return entries
      .filter(entry => entry.isFile())
      .map(entry => path.relative(repository, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .sort()
  })
}

export function sourceFrom(file: string, text: string): Source {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const starts = lineStarts(text)
  const line = (offset: number) => starts.findLastIndex(start => start <= offset) + 1
  const imports = findImports(program).map(({ name, isType }) => ({
    path: resolveImport(file, name),
    isType,
  }))
  return {
    path: file,
    text,
    lines: text.trimEnd().split('\n').length,
    imports: imports.map(each => each.path),
    loads: imports.filter(({ isType }) => !isType).map(each => each.path),
    functions: findFunctions(program).map(found => ({
      name: found.name,
      line: line(found.node.start),
      lines: line(found.node.end) - line(found.node.start) + 1,
      isComponent: file.endsWith('.tsx') && /^[A-Z]/.test(found.name),
    })),
    escapes: findEscapes(program).map(({ what, node }) => ({ what, line: line(node.start) })),
    packed: findPacked(program).map(node => line(node.start)),
    strings: findStrings(program).map(({ text: content, node }) => ({
      text: content,
      line: line(node.start),
    })),
    shown: findShownText(program).map(({ text: content, node }) => ({
      text: content,
      line: line(node.start),
    })),
    hasDefaultExport: program.body.some(node => node.type === 'ExportDefaultDeclaration'),
    reexports: program.body.filter(isReexport).length,
    statements: program.body.filter(node => node.type !== 'ImportDeclaration').length,
  }
}

type Span = { start: number; end: number }

function findImports(program: ESTree.Program): { name: string; isType: boolean }[] {
  const found: { name: string; isType: boolean }[] = []
  const add = (name: string, kind: 'type' | 'value' | undefined) =>
    void found.push({ name, isType: kind === 'type' })
  new Visitor({
    ImportDeclaration: node => add(node.source.value, node.importKind),
    ExportAllDeclaration: node => add(node.source.value, node.exportKind),
    ExportNamedDeclaration: node => {
      if (node.source) add(node.source.value, node.exportKind)
    },
    ImportExpression: node => {
      if (node.source.type === 'Literal') add(String(node.source.value), 'value')
    },
    TSImportType: node => add(node.source.value, 'type'),
  }).visit(program)
  return found
}

function resolveImport(from: string, name: string): string {
  const clean = name.replace(/\?.*$/, '')
  if (/^#(tests|scripts)\//.test(clean)) return clean.slice(1)
  if (clean.startsWith('#')) return `src/${clean.slice(1)}`
  if (clean.startsWith('.')) return path.posix.join(path.posix.dirname(from), clean)
  if (clean.startsWith('node:')) return clean
  return clean
    .split('/')
    .slice(0, clean.startsWith('@') ? 2 : 1)
    .join('/')
}

function findFunctions(program: ESTree.Program): { name: string; node: Span }[] {
  const names = new Map<number, string>()
  const found: { name: string; node: Span }[] = []
  const add = (node: Span, name: string | undefined) =>
    void found.push({ name: name ?? names.get(node.start) ?? '', node })
  new Visitor({
    VariableDeclarator: node => {
      if (node.id.type === 'Identifier' && node.init) names.set(node.init.start, node.id.name)
    },
    MethodDefinition: node => {
      if (node.key.type === 'Identifier') names.set(node.value.start, node.key.name)
    },
    FunctionDeclaration: node => add(node, node.id?.name),
    FunctionExpression: node => add(node, node.id?.name),
    ArrowFunctionExpression: node => add(node, undefined),
  }).visit(program)
  return found
}

/** `{ ...{ a, b } }`, `[...[a, b]]` and `<A {...{ b, c }} />`. */
function findPacked(program: ESTree.Program): Span[] {
  const found: Span[] = []
  new Visitor({
    ObjectExpression: node => {
      for (const each of node.properties)
        if (each.type === 'SpreadElement' && each.argument.type === 'ObjectExpression') found.push(each)
    },
    ArrayExpression: node => {
      for (const each of node.elements)
        if (each?.type === 'SpreadElement' && each.argument.type === 'ArrayExpression') found.push(each)
    },
    JSXSpreadAttribute: node => {
      if (node.argument.type === 'ObjectExpression') found.push(node)
    },
  }).visit(program)
  return found
}

function findEscapes(program: ESTree.Program): { what: string; node: Span }[] {
  const branded = new Set(['const'])
  const found: { what: string; node: Span }[] = []
  const add = (what: string) => (node: Span) => void found.push({ what, node })
  new Visitor({
    TSTypeAliasDeclaration: node => {
      if (isBranded(node.typeAnnotation)) branded.add(node.id.name)
    },
  }).visit(program)
  new Visitor({
    TSAnyKeyword: add('any'),
    TSNonNullExpression: add('!'),
    TSTypeAssertion: add('<type>'),
    TSAsExpression: node => {
      const type = node.typeAnnotation
      const name =
        type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' ? type.typeName.name : ''
      if (!branded.has(name)) add('as')(node)
    },
  }).visit(program)
  return found
}

/** `string & { readonly brand: 'Day' }` */
function isBranded(type: ESTree.TSType): boolean {
  return (
    type.type === 'TSIntersectionType' &&
    type.types.some(
      part =>
        part.type === 'TSTypeLiteral' &&
        part.members.some(
          member =>
            member.type === 'TSPropertySignature' &&
            member.key.type === 'Identifier' &&
            member.key.name === 'brand',
        ),
    )
  )
}

function findStrings(program: ESTree.Program): { text: string; node: Span }[] {
  const found: { text: string; node: Span }[] = []
  new Visitor({
    Literal: node => {
      if (typeof node.value === 'string') found.push({ text: node.value, node })
    },
    TemplateLiteral: node => {
      found.push({ text: node.quasis.map(part => part.value.raw).join('…'), node })
    },
  }).visit(program)
  return found
}

function findShownText(program: ESTree.Program): { text: string; node: Span }[] {
  const found: { text: string; node: Span }[] = []
  new Visitor({
    JSXText: node => void found.push({ text: node.value, node }),
  }).visit(program)
  return found
}

function isReexport(node: ESTree.Program['body'][number]): boolean {
  return (
    node.type === 'ExportAllDeclaration' || (node.type === 'ExportNamedDeclaration' && node.source !== null)
  )
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

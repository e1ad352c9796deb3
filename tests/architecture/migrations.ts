// Expand, fill, switch, remove a release later: what a migration may do beside programs of the release before, and what
// it does only with a word on why they go on working, or which ones do.
import { readHead } from '#server/database/history.ts'
import { readStatements } from '#server/database/statements.ts'

export type MigrationFile = { readonly name: string; readonly sql: string }

/** Tables that grow with the work: an index made within a transaction keeps everybody from writing meanwhile. */
const bigTables: readonly string[] = [
  'approval',
  'approval_stage',
  'attachment',
  'bank_line',
  'budget_entry',
  'certificate',
  'cost_centre_entry',
  'delivery',
  'document',
  'document_revision',
  'document_word',
  'event',
  'event_seal',
  'execution',
  'file',
  'idempotency_key',
  'mail',
  'notice',
  'outbox_message',
  'payment',
  'payment_batch_order',
  'received_invoice',
  'session',
  'viewed_request',
  'webhook_delivery',
]

/** The last migration from before the rule. */
const lastWithoutRule = 88

/** A migration that may stop programs of the release before, or keep everybody waiting, and gives no reason. */
export function unexplainedMigrations(files: readonly MigrationFile[]): string[] {
  return files
    .filter(({ name }) => Number(name.slice(0, 4)) > lastWithoutRule)
    .flatMap(({ name, sql }) => {
      const { worksFrom } = readHead(sql)
      if (worksFrom !== null)
        return worksFrom <= Number(name.slice(0, 4)) ? [] : [`${name}: works from a later migration`]
      const unread = /^-- works from\b/m.test(sql)
        ? ['a line other than `-- works from 0088: <reason>` in the comment at its beginning']
        : []
      return [...unread, ...risksOfPrograms(sql)].map(
        risk => `${name}: ${risk}; say in its head which programs go on: \`-- works from 0088: <reason>\``,
      )
    })
}

/** The last migration from before a database that lies on the nodes of a cluster could be upgraded. */
export const lastBeforeNodes = 128

/**
 * A statement that Citus refuses for a table whose rows lie on nodes: an upgrade would stop there. One change for each
 * `alter table`; a constraint has a name and a statement of its own; rights on columns stay with the coordinator, from
 * where `operator distribute` copies them.
 */
export function refusedOnNodes(files: readonly MigrationFile[]): string[] {
  return files
    .filter(({ name }) => Number(name.slice(0, 4)) > lastBeforeNodes)
    .flatMap(({ name, sql }) => {
      const statements = bareStatements(sql)
      const isLocal = statements.includes('set local citus.enable_ddl_propagation = off')
      return statements.flatMap(text => refusals(text, isLocal).map(why => `${name}: ${why}`))
    })
}

function refusals(text: string, isLocal: boolean): string[] {
  if (/^(grant|revoke) \w+ \(/.test(text) && !isLocal)
    return ['rights on columns need `set local citus.enable_ddl_propagation = off` before them']
  const [, table] = /^alter table (?:if exists )?(?:only )?(\w+) /.exec(text) ?? []
  if (table === undefined) return []
  const actions = splitActions(text.replace(/^alter table (?:if exists )?(?:only )?\w+ /, ''))
  return [
    ...(actions.length > 1 ? [`several changes in one statement on ${table}`] : []),
    ...actions.flatMap(action => {
      if (/^add (check|unique|primary key|foreign key|exclude)\b/.test(action))
        return [`a constraint of ${table} without a name`]
      return /^add column\b.*\b(check|unique|primary key|references)\b/.test(action)
        ? [`a constraint of ${table} in the statement of its column`]
        : []
    }),
  ]
}

function risksOfPrograms(sql: string): string[] {
  const statements = bareStatements(sql)
  const made = new Set(statements.map(text => /^create table (?:if not exists )?(\w+)/.exec(text)?.[1]))
  const columns = statements.flatMap(text => /^alter table \w+ add column (\w+)/.exec(text)?.[1] ?? [])
  return statements.flatMap(text => {
    const table = /^alter table (?:if exists )?(?:only )?(\w+)/.exec(text)?.[1]
    if (isCheckOf(text, columns)) return []
    if (table !== undefined) return made.has(table) ? [] : risksOfChange(table, text)
    const risk = /^(drop (?:table|view|function|type|schema)|revoke|alter type)\b/.exec(text)?.[1]
    return risk === undefined ? riskOfIndex(text, made) : [`\`${risk}\` takes away what programs may use`]
  })
}

/** A check of columns that this migration adds: who does not know them leaves their default. */
function isCheckOf(text: string, columns: readonly string[]): boolean {
  const [, condition] = /^alter table \w+ add constraint \w+ check \((.*)\)$/.exec(text) ?? []
  const words = condition?.match(/[a-z]\w*/g) ?? []
  return words.length > 0 && words.every(word => columns.includes(word) || wordsOfChecks.includes(word))
}
const wordsOfChecks = ['and', 'between', 'in', 'is', 'not', 'null', 'or']

/** Statements in small letters, without comments, strings and bodies of functions. */
const bareStatements = (sql: string): string[] =>
  readStatements(sql).map(text =>
    text
      .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
      .replaceAll(/'(?:[^']|'')*'/g, "''")
      .toLowerCase()
      .replaceAll(/\s+/g, ' '),
  )

const takesAway = /^(drop (?:column )?(?:if exists )?(?!constraint|not null|expression|identity)\w+|rename)\b/
const narrows = /^alter (?:column )?\w+ (set data type|type|set not null|drop default)\b/
const limits = /^add (?:constraint \w+ )?(check|unique|primary key|foreign key|exclude)\b/

function risksOfChange(table: string, text: string): string[] {
  const actions = splitActions(text.replace(/^alter table (?:if exists )?(?:only )?\w+ /, ''))
  return actions.flatMap(action => {
    const risk = takesAway.exec(action) ?? narrows.exec(action) ?? limits.exec(action)
    if (risk) return [`\`${risk[1]}\` on ${table} may stop those who write or read it`]
    const isColumn = /^add (?:column )?\w+/.test(action)
    return isColumn && /\bnot null\b/.test(action) && !/\b(default|generated)\b/.test(action)
      ? [`a column of ${table} that is \`not null\` without a default stops those who do not know it`]
      : []
  })
}

/** Actions of one `alter table`: commas within parentheses part none. */
function splitActions(text: string): string[] {
  let depth = 0
  const parts = ['']
  for (const letter of text) {
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0
    if (letter === ',' && depth === 0) parts.push('')
    else parts.push(`${parts.pop()}${letter}`)
  }
  return parts.map(part => part.trim())
}

function riskOfIndex(text: string, made: ReadonlySet<string | undefined>): string[] {
  const [, unique, concurrently, table = ''] =
    /^create (unique )?index (concurrently )?(?:if not exists )?(?:(?!on )\w+ )?on (?:only )?(\w+)/.exec(
      text,
    ) ?? []
  if (table === '' || made.has(table)) return []
  if (unique) return [`a unique index of ${table} may stop those who write it`]
  return concurrently || !bigTables.includes(table)
    ? []
    : [
        `an index of ${table} keeps everybody from writing it: \`-- no transaction\`, \`create index concurrently\``,
      ]
}

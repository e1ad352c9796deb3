// Promises of a release: its number is one everywhere, and its migrations let the release before go on.
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { releases } from '#server/database/releases.ts'
import { release } from '#server/release.ts'
import { type MigrationFile, refusedOnNodes, unexplainedMigrations } from './architecture/migrations.ts'
import { repository } from './architecture/sources.ts'
import { previous } from './faults/previous-release.ts'

const folder = path.join(repository, 'db/migrations')
const migrations = fs
  .readdirSync(folder)
  .map((name): MigrationFile => ({ name, sql: fs.readFileSync(path.join(folder, name), 'utf8') }))

describe('a migration lets programs of the release before go on, or says which ones do and why', () => {
  test('of all there are', () => {
    expect(unexplainedMigrations(migrations)).toEqual([])
  })

  test.each([
    'drop table outbox',
    'drop function decides(uuid)',
    'revoke select on account from visto_bueno_app',
    'alter table document drop column words',
    'alter table document drop words',
    'alter table document rename column name to title',
    'alter table document rename to orders',
    'alter table document alter column number type bigint',
    'alter table document alter name set not null',
    'alter table document alter column state drop default',
    'alter table document add column tried int not null',
    'alter table document add column a text, add column tried int not null',
    "alter table document add constraint tried check (name <> '')",
    'alter table document add column a int; alter table document add constraint tried check (a > number)',
    'alter table document add check (amount > 0)',
    'alter table document add constraint tried foreign key (company_id, tried) references file (company_id, id) not valid',
    'create unique index client_tried on client (company_id, name)',
    '-- no transaction\ncreate unique index concurrently client_tried on client (company_id, name)',
    'create index document_tried on document (company_id, name)',
    'create index on event (company_id)',
    'create table tried (id int); drop table notice',
    '-- Dropped.\n\n-- works from 0088: not at the beginning\ndrop table outbox',
    '-- works from 0088\ndrop table outbox',
    '-- works from 0090: later than itself\nselect',
  ])('refused: %s', sql => {
    expect(unexplainedMigrations([{ name: '0089_tried.sql', sql }])).not.toEqual([])
  })

  test.each([
    'create table tried (id int not null, check (id > 0)); alter table tried add unique (id); create index on tried (id)',
    'alter table document add column a int, add column b int not null default 0 check (b between 0 and 30)',
    'alter table document add column a int; alter table document add constraint tried check (a between 1 and 9 or a is null)',
    'alter table document drop constraint tried, alter column name drop not null',
    "-- drop table outbox\ncomment on table outbox is 'drop table; rename'",
    '-- no transaction\ncreate index concurrently document_tried on document (company_id, name)',
    'create index client_tried on client (company_id, name)',
    '-- Gone since 0.3.\n-- works from 0088: release 0.3 neither reads nor writes it\nalter table document drop column words',
  ])('accepted: %s', sql => {
    expect(unexplainedMigrations([{ name: '0089_tried.sql', sql }])).toEqual([])
  })
})

describe('a migration also runs where the rows lie on the nodes of a cluster', () => {
  test('of all there are', () => {
    expect(refusedOnNodes(migrations)).toEqual([])
  })

  test.each([
    'alter table document add column a int, add column b int',
    'alter table document add column a int check (a > 0)',
    'alter table document add column a uuid references account (id)',
    'alter table document add check (number > 0)',
    'alter table document add foreign key (company_id, a) references file (company_id, id)',
    'grant select (name) on company to visto_bueno_platform',
  ])('refused: %s', sql => {
    expect(refusedOnNodes([{ name: '0129_tried.sql', sql }])).not.toEqual([])
  })

  test.each([
    'alter table document add column a int not null default 0',
    'alter table document add constraint document_a_check check (a > 0)',
    'create table tried (a int check (a > 0), check (a < 9))',
    'set local citus.enable_ddl_propagation = off; grant select (name) on company to visto_bueno_platform',
  ])('accepted: %s', sql => {
    expect(refusedOnNodes([{ name: '0129_tried.sql', sql }])).toEqual([])
  })
})

type Told = {
  readonly version: string
  readonly changelog: string
  readonly releases: typeof releases
  readonly previous: string
}

/** Places that do not agree on the newest release, or on the one before. */
function disagreements({ version, changelog, releases, previous }: Told): string[] {
  const [first = '', ...more] = [...changelog.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading ?? '')
  const isOpen = first === 'Unreleased'
  const [newest, before] = isOpen ? more : [first, ...more]
  const last = releases.at(-1)?.version
  const former = isOpen ? newest : before
  return [
    newest === version ? '' : `package.json has ${version}, CHANGELOG.md ${newest}`,
    last === version ? '' : `package.json has ${version}, src/server/database/releases.ts ends with ${last}`,
    previous === former ? '' : `tests/faults/previous-release.ts has ${previous}, CHANGELOG.md ${former}`,
  ].filter(Boolean)
}

describe('the number of a release is one everywhere', () => {
  const changelog = fs.readFileSync(path.join(repository, 'CHANGELOG.md'), 'utf8')

  test('here', () => {
    const told = { version: release, changelog, releases, previous: previous.version }
    expect(disagreements(told)).toEqual([])
    const numbers = releases.map(({ lastMigration }) => lastMigration)
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
    expect(numbers.at(-1)).toBeLessThanOrEqual(migrations.length)
  })

  const open: Told = {
    version: '2.0.0',
    changelog: '# Changelog\n\n## Unreleased\n\n## 2.0.0\n\n## 1.0.0\n',
    releases: [
      { version: '1.0.0', lastMigration: 1 },
      { version: '2.0.0', lastMigration: 2 },
    ],
    previous: '2.0.0',
  }
  test.each<Partial<Told>>([
    { version: '3.0.0' },
    { changelog: '## Unreleased\n## 1.0.0\n' },
    { changelog: '## Otra cosa\n## 2.0.0\n' },
    { releases: open.releases.slice(0, 1) },
    { previous: '1.0.0' },
  ])('refused: %o', wrong => {
    expect(disagreements({ ...open, ...wrong })).not.toEqual([])
  })

  test('while it is open, and in the commit of its tag', () => {
    expect(disagreements(open)).toEqual([])
    const tagged = { ...open, changelog: '## 2.0.0\n## 1.0.0\n', previous: '1.0.0' }
    expect(disagreements(tagged)).toEqual([])
  })
})

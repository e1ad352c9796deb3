/** The operator's steps on people's data: erased by the owner of the database, since the program may not change its journal. */
import path from 'node:path'
import { isRefusal, type Refusal } from '#kernel/refusal.ts'
import { type ErasureRefusal, erasePerson } from '#privacy/erase-person.ts'
import { Refused } from '#scripts/operator-database.ts'
import { readDatabaseConfig } from '#server/config.ts'
import { type Db, openDb } from '#server/database/db.ts'
import { startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'

export type ErasureOptions = {
  readonly email?: string | undefined
  readonly reason?: string | undefined
  readonly apply?: boolean | undefined
}

/** Erases a person's data, or says what that would do. */
export async function erase(options: ErasureOptions): Promise<void> {
  const email = options.email?.trim().toLowerCase() ?? ''
  const reason = options.reason?.trim() ?? ''
  const isApplied = options.apply ?? false
  if (email === '' || reason === '')
    throw new Refused('erase-person needs --email with the address of an account, and --reason')
  await withOwner(async owner => {
    const report = await erasePerson(owner, email, { reason, isApplied })
    if (isRefusal(report)) throw new Refused(refusalWords(email, report))
    for (const { company, events, approvals, notices, certificates } of report)
      console.log(
        `${isApplied ? 'erased ' : 'would  '} ${company}: ${events} events, ${approvals} approvals, ${notices} notices; issued Constancias that name them stay: ${certificates}`,
      )
    console.log(
      isApplied
        ? 'The account has neither name, address nor password any more.'
        : "Nothing has been changed. '--apply' does it, for ever.",
    )
  })
}

const words: Record<ErasureRefusal, string> = {
  no_such_account: 'has no account',
  service_account: 'is a service, and no person',
  platform_administrator: 'administers the platform: take that role away first',
  still_a_member: 'is an active member of',
}

function refusalWords(email: string, { refused: kind, facts }: Refusal<ErasureRefusal>): string {
  const companies = kind === 'still_a_member' ? ` ${facts?.companies}: let them go there first` : ''
  return `${email} ${words[kind]}${companies}`
}

/** Runs work with the owner of the database: of DATABASE_URL, or of the embedded one. */
async function withOwner(work: (owner: Db) => Promise<void>): Promise<void> {
  const {
    databaseUrl,
    databaseAppUrl,
    dataDir,
    throwawayDatabase: throwaway,
  } = readDatabaseConfig(process.env)
  if (!databaseUrl && databaseAppUrl) throw new Refused('erase-person needs DATABASE_URL, the owner')
  const home = path.join(dataDir, 'postgres')
  const embedded = databaseUrl ? null : await startEmbeddedPostgres({ home, throwaway })
  const owner = openDb(databaseUrl ?? embedded?.url ?? '', { size: 2, isPatient: true })
  try {
    await work(owner)
  } finally {
    await owner.close()
    await embedded?.stop()
  }
}

/** The operator's step on uploaded files: between the folder and the bucket. */
import { moveFiles } from '#features/files/commands/move.ts'
import { companiesWithPeople } from '#features/identity/store/accounts.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { Refused } from '#scripts/operator-database.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/db.ts'
import { openBucket, openFolder } from '#server/files/open-blobs.ts'

type Tools = { readonly db: Db; readonly config: Config }

export async function files(
  { db, config: { dataDir, bucket } }: Tools,
  [word, where, ...more]: readonly string[],
  { 'delete-source': deletes = false }: { readonly 'delete-source'?: boolean | undefined },
): Promise<void> {
  if (word !== 'move' || (where !== 'to-bucket' && where !== 'to-folder') || more.length > 0)
    throw new Refused('files move needs a direction: to-bucket or to-folder')
  if (!bucket)
    throw new Refused(
      'files move needs S3_BUCKET_URL, S3_REGION, S3_ACCESS_KEY and S3_SECRET_KEY: the bucket',
    )
  const [folder, inBucket] = [openFolder(dataDir), openBucket(dataDir, bucket)]
  const [from, to] = where === 'to-bucket' ? [folder, inBucket] : [inBucket, folder]
  const companies = await companiesWithPeople(outsideAnyTransaction(db))
  const { copied, there, deleted, lost } = await moveFiles(db, companies, { from, to, deletes })
  console.log(
    `copied: ${copied}, each read back whole; there already: ${there}; deleted where they were: ${deleted}`,
  )
  if (lost.length > 0)
    throw new Refused(
      `The database names ${lost.length} files that neither place has as they were uploaded: ${lost.slice(0, 20).join(', ')}`,
    )
}

/** The operator's commands as they are told and asked. */
import { product } from '#app/product.ts'

export const usage = `${product}: the operator's commands

  npm run operator -- migrate           migrations, years and roles, with the owner in DATABASE_URL; then the program
                                        serves with DATABASE_APP_URL and DATABASE_PLATFORM_URL alone
  npm run operator -- backup <folder>   database and files into a new folder in it, with BACKUP_URL
  npm run operator -- restore <backup>  into the empty database of DATABASE_URL, and an empty DATA_DIR or bucket; with
                                        --keep-files where the files outlived the database: those that are whole stay
  npm run operator -- drill <folder>    restores the last backup in it somewhere to throw away (DRILL_URL), and looks
                                        whether all is whole
  npm run operator -- first-admin --email … --name … [--last-name …]
                                        the platform's first administrator, while there is none
  npm run operator -- remove-factors --email …
                                        for somebody who lost the second factor and every recovery code
  npm run operator -- end-sessions      after a restore: every session there is, and the API tokens that are active;
                                        says what it would do; with --apply ends the sessions, with --tokens revokes
                                        the tokens too; --email … or --company <id>: of one person, or one company
  npm run operator -- rotate-keys       publishes the next signing key; it signs in twenty minutes
  npm run operator -- rotate-keys now   for a key that leaked: another signs at once, and what it signed is refused
  npm run operator -- push-key          prints a new key for PUSH_KEY: with it devices are told what waits for people
  npm run operator -- reseal            while APP_SECRETS names several: seals anew with the first one
  npm run operator -- mail              the mails that failed or still wait
  npm run operator -- mail retry <id>   tries a mail again now; 'all' tries every one
  npm run operator -- mend              what earlier releases left and may be mended: says what it would do
  npm run operator -- mend --apply      does it, and tells it in each company's journal
  npm run operator -- erase-person --email … --reason …
                                        the name, address and other data of somebody who works nowhere any more, with
                                        the owner in DATABASE_URL: says what it would do; with --apply does it
  npm run operator -- export-person <folder> --email …
                                        everything that is kept of somebody, into a new folder in it
  npm run operator -- export-company <folder> --company <id>
                                        everything that a company has, into a new folder in it, to hand over
  npm run operator -- remove-company --company <id>
                                        a suspended company and all that it has: says what it would do; with --apply
                                        does it
  npm run operator -- files move to-bucket
                                        copies the files of DATA_DIR into the bucket of S3_BUCKET_URL, each read back;
                                        'to-folder' the other way; again for those that came meanwhile
  npm run operator -- files move to-bucket --delete-source
                                        and deletes each where it was, once it is whole in its new place
  npm run operator -- distribute        places companies on the nodes of a Citus cluster; again after each upgrade`

/** Words with dashes; each belongs to some commands, as `usage` says. */
export type Options = {
  readonly email?: string | undefined
  readonly name?: string | undefined
  readonly 'last-name'?: string | undefined
  readonly reason?: string | undefined
  readonly company?: string | undefined
  readonly apply?: boolean | undefined
  readonly tokens?: boolean | undefined
  readonly 'delete-source'?: boolean | undefined
  readonly 'keep-files'?: boolean | undefined
}

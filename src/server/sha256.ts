import { createHash } from 'node:crypto'

/** SHA-256 in lower-case hex. */
export const sha256 = (what: string | Buffer): string => createHash('sha256').update(what).digest('hex')

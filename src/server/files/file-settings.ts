/** Settings of uploaded files: the bucket that keeps them, and the scanner that looks at them first. */
import type { BucketSettings } from '#server/files/bucket.ts'
import type { ScannerAddress } from '#server/files/scanner.ts'
import { isLoopback } from '#server/loopback.ts'
import { ConfigError, type Settings } from '#server/settings.ts'

export type FileSettings = {
  /** Null: files are in the folder `files` of the data folder. */
  readonly bucket: BucketSettings | null
  /** Null: no file is scanned. */
  readonly scanner: ScannerAddress | null
}

/** @throws ConfigError for half a configuration, which it names. */
export function readFileSettings(env: Settings, { production }: { production: boolean }): FileSettings {
  const given = {
    S3_BUCKET_URL: env.bucketUrl('S3_BUCKET_URL'),
    S3_REGION: env.text('S3_REGION'),
    S3_ACCESS_KEY: env.text('S3_ACCESS_KEY'),
    S3_SECRET_KEY: env.text('S3_SECRET_KEY'),
  }
  const missing = Object.entries(given).flatMap(([name, value]) => (value === null ? [name] : []))
  const scanner = env.scanner('CLAMD_ADDRESS')
  if (missing.length === Object.keys(given).length) return { bucket: null, scanner }
  const {
    S3_BUCKET_URL: address,
    S3_REGION: region,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
  } = given
  if (address === null || region === null || accessKey === null || secretKey === null)
    throw new ConfigError(`files in a bucket need ${missing.join(', ')} too`)
  const { protocol, hostname } = new URL(address)
  const isOpen = protocol === 'http:' && !isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'))
  if (production && isOpen && !env.flag('S3_TRUSTED_NETWORK'))
    throw new ConfigError(
      'S3_BUCKET_URL goes through a network: use https, or set S3_TRUSTED_NETWORK=1 where nobody else is on that network',
    )
  return { bucket: { address, region, accessKey, secretKey }, scanner }
}

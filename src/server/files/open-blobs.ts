/** The place of uploaded files that the configuration names: the bucket, or the folder `files` of DATA_DIR. */
import { join } from 'node:path'
import { BlobBucket } from '#server/files/blob-bucket.ts'
import { BlobFolder } from '#server/files/blob-folder.ts'
import type { Blobs } from '#server/files/blobs.ts'
import type { BucketSettings } from '#server/files/bucket.ts'

type Where = { readonly dataDir: string; readonly bucket: BucketSettings | null }

export const openBlobs = ({ dataDir, bucket }: Where): Blobs =>
  bucket ? openBucket(dataDir, bucket) : openFolder(dataDir)

export const openFolder = (dataDir: string): BlobFolder => new BlobFolder(join(dataDir, 'files'))

export const openBucket = (dataDir: string, bucket: BucketSettings): BlobBucket =>
  new BlobBucket(bucket, join(dataDir, 'incoming'))

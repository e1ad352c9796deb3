// A certificate of nobody, made for tests, with its key: signatures by it are worth nothing.
import { createPrivateKey } from 'node:crypto'

/** DER in base64, valid for ten years from November 2026. */
export const testCertificate = [
  'MIICGzCCAcCgAwIBAgIBBzAKBggqhkjOPQQDAjBsMQswCQYDVQQGEwJFUzEdMBsGA1UECgwUQ3Jpc3RhbGVzIGRlbC',
  'BTdXIgU0wxGDAWBgNVBAUTD0lEQ0VTLTAwMDAwMDAwVDEkMCIGA1UEAwwbUFJVRUJBIEZJQ1RJQ0lBIC0gMDAwMDAw',
  'MDBUMB4XDTI2MTEyNTAwNTM0OVoXDTM2MTEyMjAwNTM0OVowbDELMAkGA1UEBhMCRVMxHTAbBgNVBAoMFENyaXN0YW',
  'xlcyBkZWwgU3VyIFNMMRgwFgYDVQQFEw9JRENFUy0wMDAwMDAwMFQxJDAiBgNVBAMMG1BSVUVCQSBGSUNUSUNJQSAt',
  'IDAwMDAwMDAwVDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABA24zovWI7C0+7I8CoWb4wxs5oGaj5JM4qsDH7wD11',
  'uR/MrB7aPfJ3SJC4tzZQAJgbbn2HEGvKk3Eytsy1BzMhGjUzBRMB0GA1UdDgQWBBT3SvJ7ra6SEgGJJYnst1Er2y9A',
  'BzAfBgNVHSMEGDAWgBT3SvJ7ra6SEgGJJYnst1Er2y9ABzAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0kAME',
  'YCIQCPwK0E0llqvgsVWZF3LbDSQqKyPbkC3BpOGtcKvBIxYQIhALfzoRWGF+V1yFRZupAIVMzOqBB/dX2qr8fKTn3K',
  's7MG',
].join('')

export const testKey = createPrivateKey({
  key: Buffer.from(
    [
      'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQglWqdj3IPPJXL1HuEMM3HpmlR+oQlXzzPOQfCGCogvY',
      'ChRANCAAQNuM6L1iOwtPuyPAqFm+MMbOaBmo+STOKrAx+8A9dbkfzKwe2j3yd0iQuLc2UACYG259hxBrypNxMrbMtQ',
      'czIR',
    ].join(''),
    'base64',
  ),
  format: 'der',
  type: 'pkcs8',
})

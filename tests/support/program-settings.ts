// Settings of the program as an environment gives them.

export const user = { isRoot: false }
export const secret = 'x'.repeat(32)
export const database = 'postgres://owner:hunter2@db.internal/visto?sslmode=verify-full'
export const production = {
  NODE_ENV: 'production',
  DATABASE_URL: database,
  PUBLIC_ORIGIN: 'https://vb.example',
  APP_SECRET: secret,
  SMTP_URL: 'smtp://mailer:hunter2@mail.internal:587',
  MAIL_FROM: 'Visto Bueno <avisos@vb.example>',
}
/** In production with the program's two roles alone. */
export const served = (over: Record<string, string | undefined> = {}) => ({
  ...production,
  DATABASE_URL: undefined,
  DATABASE_APP_URL: database,
  DATABASE_PLATFORM_URL: database,
  ...over,
})
export const bucket = {
  S3_BUCKET_URL: 'https://s3.example.com/papeles',
  S3_REGION: 'eu-south-2',
  S3_ACCESS_KEY: 'AKIA',
  S3_SECRET_KEY: 'hunter2',
}
export const jwk = { kty: 'EC', crv: 'P-256', x: 'eA', y: 'eQ', d: 'hunter2', kid: 'k1' }
export const testing = { NODE_ENV: 'test' }

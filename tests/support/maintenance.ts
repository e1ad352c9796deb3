// Whole databases: made, copied, dropped.
import pg from 'pg'

export async function asMaintenance<T>(server: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const maintenance = new URL(server)
  maintenance.pathname = '/postgres'
  const client = new pg.Client({ connectionString: maintenance.href })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

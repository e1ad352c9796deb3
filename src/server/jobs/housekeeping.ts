/**
 * Housekeeping that the nodes of a database do in turns: of all nodes, the one whose timer comes first does a run, and
 * the others leave it out. No node is the leader, so none has to be replaced when it ends.
 */
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'

/** A task and how often it is done, on whichever node. */
export type Task = { readonly name: string; readonly seconds: number }

/** Share of its time after which a task is due again, so that the timer of the node that did it does not come too early. */
const dueAfter = 0.9

/** Does the work if it is this node's turn. Work that fails or is cut off by the node's end is left to the next turn. */
export async function inTurn(db: Db, task: Task, work: () => Promise<void>): Promise<void> {
  if (await takesTurn(db, task)) await work()
}

/** Whether the task is due, which it then is no longer for anybody else. */
async function takesTurn(db: Db, { name, seconds }: Task): Promise<boolean> {
  const now = clock.now()
  const after = (share: number) => new Date(now.getTime() + seconds * 1000 * share)
  // One that is due later than after its whole time was put off by a clock that ran ahead.
  const taken = await db.run(sql`
    insert into housekeeping_turn as turn (task, next_at) values (${name}, ${after(dueAfter)})
    on conflict (task) do update set next_at = excluded.next_at
      where turn.next_at <= ${now} or turn.next_at > ${after(1)}
    returning task`)
  return taken.length > 0
}

/** Groups of actions, by which administrators filter the journal. */
export const actionGroups = [
  'orders',
  'contracts',
  'projects',
  'people',
  'access',
  'company',
  'exports',
] as const
export type ActionGroup = (typeof actionGroups)[number]

/** Group of an action by its first word: `approval` of `approval.decided`. */
const groupByWord: { readonly [word: string]: ActionGroup } = {
  document: 'orders',
  approval: 'orders',
  recurrence: 'orders',
  comment: 'orders',
  execution: 'orders',
  receipt: 'orders',
  invoice: 'orders',
  batch: 'orders',
  bank_file: 'orders',
  bank_line: 'orders',
  contract: 'contracts',
  cost_centre: 'contracts',
  project: 'projects',
  client: 'projects',
  provider: 'projects',
  person: 'people',
  directory: 'people',
  notices: 'people',
  delegation: 'people',
  session: 'access',
  account: 'access',
  impersonation: 'access',
  token: 'access',
  company: 'company',
  flow: 'company',
  exchange_rate: 'company',
  closing: 'company',
  certificate_archive: 'exports',
  ledger_accounts: 'company',
  webhook: 'company',
  mailbox: 'company',
  file: 'company',
  import: 'company',
}

/** The filter group of an action, by its first word; exports and certificates have a group of their own. Null: in none. */
export function actionGroup(action: string): ActionGroup | null {
  const [word = '', verb = ''] = action.split('.')
  if (verb === 'exported' || verb === 'certified') return 'exports'
  return Object.hasOwn(groupByWord, word) ? (groupByWord[word] ?? null) : null
}

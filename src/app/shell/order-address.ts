/** Address of an order's page, in any area. */
const orderAddress = /\/projects\/([^/]+)\/documents\/(DOC-\d+)$/

/** True for the address of an order's page, in any area. */
export const isOrderAddress = (address: string): boolean => orderAddress.test(address)

/** Ids in the address of an order's page. */
export function orderIn(address: string): { projectId: string; documentId: string } {
  const [, projectId = '', documentId = ''] = orderAddress.exec(address) ?? []
  return { projectId, documentId }
}

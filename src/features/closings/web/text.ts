/** Addresses that a month leads to. */
export const bankAddress = (areaPath: string): string => `${areaPath}/bank`
export const receivedAddress = (areaPath: string): string => `${areaPath}/received-invoices`

import { createContext } from 'react'

/** True when the list has further pages that have not been read. */
export const HasMoreContext = createContext(false)

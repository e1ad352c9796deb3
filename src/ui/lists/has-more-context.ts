import { createContext } from 'react'

/** Whether the list that is shown goes on beyond what has been read of it. */
export const HasMoreContext = createContext(false)

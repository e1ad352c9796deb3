import { type ComponentType, createContext } from 'react'

/** Shows a file in XML as a page of ours, never by the file's own style sheet; null where nothing does. */
export const XmlViewerContext = createContext<ComponentType<{ fileId: string }> | null>(null)

/** Has a listener told from now on. Returns how to leave. */
export function joining<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

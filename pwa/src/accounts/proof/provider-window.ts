const CHANNEL = 'shop-provider-proof'

/** Tells the shop's other windows how the proof at a provider ended. `error`: null when it succeeded. */
export function tellProviderProof(error: string | null): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(error)
  channel.close()
}

/** Listens for the end of a proof at a provider. Returns a function that stops listening. */
export function listenForProviderProof(heard: (error: string | null) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = (event: MessageEvent<string | null>) => heard(event.data)
  return () => channel.close()
}

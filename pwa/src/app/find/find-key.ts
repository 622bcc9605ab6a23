type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'isComposing'>

/** True for ⌘ K on Apple's devices, where Ctrl K deletes the rest of a line, and for Ctrl K elsewhere. */
export function isFindKey({ key, ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing }: Key, platform: string): boolean {
  const isApple = /^(?:Mac|iP)/.test(platform)
  const isChord = isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey
  return isChord && key.toLowerCase() === 'k' && !altKey && !shiftKey && !repeat && !isComposing
}

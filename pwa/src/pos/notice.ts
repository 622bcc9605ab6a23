/** A short message of the till that asks for nothing; some can be undone. */
export type Notice = { readonly message: string; readonly undo?: () => void }

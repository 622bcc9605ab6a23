/** A step of a pointer, as both WebDriver protocols name it. */
type PointerStep =
  | { readonly type: 'pointerMove'; readonly x: number; readonly y: number }
  | { readonly type: 'pointerDown' | 'pointerUp'; readonly button: number }

/** Steps of one pointer, as both WebDriver protocols take them. */
export type PointerActions = {
  readonly type: 'pointer'
  readonly id: string
  readonly parameters: { readonly pointerType: 'mouse' }
  readonly actions: readonly PointerStep[]
}

/** A browser of another engine with one tab and a profile of its own. Everything above it is the same for all engines. */
export type EngineBrowser = {
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** Runs a function in the page; it may use nothing from outside itself. Argument and answer travel as JSON. */
  evaluate<A, R>(run: (argument: A) => R | Promise<R>, argument: A): Promise<R>
  perform(actions: PointerActions): Promise<void>
  /** Uncaught errors of the pages so far, where the engine tells them. */
  readonly errors: readonly string[]
  close(): Promise<void>
}

/** A function and its argument as source text: an asynchronous expression that answers JSON, or undefined. */
export const callInPage = (run: (argument: never) => unknown, argument: unknown): string =>
  `(async () => JSON.stringify(await (${run})(${JSON.stringify(argument) ?? ''})))()`

/** The answer of `callInPage`. */
export const answerOf = <R>(json: unknown): R => (typeof json === 'string' ? JSON.parse(json) : undefined) as R

/** A save of a whole cart. `label` tells it from every other save; `place` is the device. Steps count from the start of the history. */
type Save = {
  readonly commandId: string
  readonly byUid: string
  readonly cartId: string
  readonly label: string
  readonly place: object
  readonly startedStep: number
  confirmedStep: number
  /** False once others may send the save too, at any time. */
  isOrdered: boolean
}

/** The saves of carts. The last one wins, and what a device saved earlier never comes back. */
export class CartSaves {
  private readonly saves: Save[] = []

  /** Notes that somebody saves a cart. Returns the function to call when the screen confirms it. */
  note(save: Omit<Save, 'confirmedStep' | 'isOrdered'>): (atStep: number) => void {
    const noted = { ...save, confirmedStep: Number.POSITIVE_INFINITY, isOrdered: true }
    this.saves.push(noted)
    return (atStep) => {
      noted.confirmedStep = atStep
    }
  }

  /** Notes that the saves of a device so far may reach the server by other ways, or not at all. */
  blur(place: object): void {
    for (const save of this.saves) if (save.place === place) save.isOrdered = false
  }

  /** The saves that the server ran. */
  done(isDone: (commandId: string) => boolean): readonly Save[] {
    return this.saves.filter(({ commandId }) => isDone(commandId))
  }
}

/** The labels that a cart may have after these saves of it: those that no later save of the same device replaced. */
export const labelsAfter = (saves: readonly Save[]): ReadonlySet<string> =>
  new Set(saves.filter((save) => !saves.some((later) => isLater(later, save))).map(({ label }) => label))

const isLater = (later: Save, save: Save): boolean =>
  later.isOrdered && save.isOrdered && later.place === save.place && later.startedStep > save.confirmedStep

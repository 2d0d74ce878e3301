/** A record as browsers receive it: what is a Date in the service is text in JSON. */
export type Wire<T> = T extends Date
  ? never
  : T extends readonly (infer Item)[]
    ? Wire<Item>[]
    : T extends object
      ? { [Key in keyof T]: Wire<T[Key]> }
      : T

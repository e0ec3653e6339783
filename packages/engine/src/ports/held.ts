/**
 * When something was changed last that holds a name which is to stay absent (`Confinement.protects`): in milliseconds
 * since 1970, as nothing else is. It lies there only while a program runs, and is nobody's file.
 */
export const heldAt = 0

/** A command was not given what it needs. The message is one line for the operator. */
export class Usage extends Error {
  override readonly name = 'Usage';
}

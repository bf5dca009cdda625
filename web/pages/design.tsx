export function Component() {
  return <main>design</main>;
}

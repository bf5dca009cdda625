/** An image: the bundler answers with its published path. */
declare module '*.webp' {
  const path: string;
  export default path;
}

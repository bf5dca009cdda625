/** An image: the bundler answers with its published path. */
declare module '*.webp' {
  const path: string;
  export default path;
}

/** Whether this is a build for those who work on Waypost; the bundler writes it in. */
declare const IS_DEVELOPMENT: boolean;

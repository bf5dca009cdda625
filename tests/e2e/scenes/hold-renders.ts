declare global {
  interface Window {
    /** While it is a list, renders that React has scheduled wait in it. */
    heldRenders?: (() => void)[] | null;
  }
}

/** Makes renders wait on request. It must run in the page before all other scripts. */
export function holdRenders(): void {
  window.MessageChannel = new Proxy(window.MessageChannel, {
    construct(Channel) {
      const channel = new Channel();
      const post = channel.port2.postMessage.bind(channel.port2);
      channel.port2.postMessage = (message: unknown) => {
        if (window.heldRenders) window.heldRenders.push(() => post(message));
        else post(message);
      };
      return channel;
    },
  });
}

"""Whether what stands on a page can be read: the contrast of each text to what is after it."""

# Goes through the texts in sight; what is after one is the nearest background that isn't clear.
SCRIPT = """(() => {
    const context = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
    const channels = (colour) => {
        context.clearRect(0, 0, 1, 1);
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
        return context.getImageData(0, 0, 1, 1).data;
    };
    const luminance = (colour) => {
        const [r, g, b] = [...channels(colour)].slice(0, 3).map((c) => c / 255).map((c) => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const backdrop = (element) => {
        for (; element; element = element.parentElement) {
            const colour = getComputedStyle(element).backgroundColor;
            if (channels(colour)[3] === 255) return colour;
        }
        return "white";
    };
    const poor = new Set();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const known = new Map();
    while (texts.nextNode()) {
        const element = texts.currentNode.parentElement;
        if (!texts.currentNode.data.trim() || element.closest("script, noscript, style, .unseen, [hidden]") || !element.getClientRects().length) continue;
        const front = getComputedStyle(element).color;
        const back = backdrop(element);
        const key = `${front} on ${back}`;
        if (!known.has(key)) {
            const [dark, light] = [luminance(front), luminance(back)].sort((a, b) => a - b);
            known.set(key, (light + 0.05) / (dark + 0.05));
        }
        if (known.get(key) < 4.5) poor.add(`${known.get(key).toFixed(2)}: ${key} in ${element.tagName}.${element.className} "${texts.currentNode.data.trim().slice(0, 30)}"`);
    }
    return [...poor];
})()"""


def poor(page):
    """A line for each text whose contrast is below 4.5, as WCAG 2.1 AA asks."""
    return page.value(SCRIPT)

"""Markup: HTML, XML and Markdown, and the character references that they share."""

"""The HTTP server and the page to correct text by clicking (extra ``serve``).

What each module does: ``settings`` limits and options; ``routes`` the one table of paths;
``fields`` what a request may hold; ``services`` what is called; ``bodies`` reading requests;
``gate`` how much is worked on at once; ``metrics``; ``front`` what stands before every route;
``openapi``; ``app`` puts them together; ``running`` opens the socket and stops gracefully.
"""
